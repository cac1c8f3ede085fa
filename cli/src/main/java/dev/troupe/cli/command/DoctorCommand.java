package dev.troupe.cli.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.troupe.cli.CliContext;
import dev.troupe.cli.ExitCode;
import dev.troupe.cli.Json;
import dev.troupe.cli.doctor.Check;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "doctor",
        description = {"Checks this machine and a home; changes nothing.", ""})
final class DoctorCommand implements Callable<Integer> {
    private final CliContext context;
    private final LocalTroupe local;

    @Mixin
    private HomeOption home;

    @Option(names = "--json", description = "print the findings as JSON")
    private boolean json;

    DoctorCommand(CliContext context, LocalTroupe local) {
        this.context = context;
        this.local = local;
    }

    @Override
    public Integer call() {
        List<Check> checks = local.checks(context.home(home.given()));
        context.out().print(json ? toJson(checks) : toTable(checks));
        boolean failed = checks.stream().anyMatch(check -> check.status() == Check.Status.FAIL);
        return (failed ? ExitCode.FAILED : ExitCode.OK).status();
    }

    private static String toJson(List<Check> checks) {
        ArrayNode list = Json.MAPPER.createArrayNode();
        checks.forEach(check -> list.addObject()
                .put("name", check.name())
                .put("status", word(check))
                .put("detail", check.detail()));
        return list + "\n";
    }

    private static String toTable(List<Check> checks) {
        return TextTables.format(
                List.of("STATUS", "CHECK", "FOUND"),
                checks.stream()
                        .map(check -> List.of(word(check), check.name(), check.detail()))
                        .toList());
    }

    private static String word(Check check) {
        return check.status().name().toLowerCase(Locale.ROOT);
    }
}
