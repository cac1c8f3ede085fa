package dev.troupe.app.doctor;

import dev.troupe.app.demo.DemoFetcher;
import dev.troupe.app.demo.DemoState;
import dev.troupe.app.home.Home;
import dev.troupe.cli.CliException;
import dev.troupe.cli.doctor.Check;
import dev.troupe.cli.server.UpFile;
import dev.troupe.cli.server.UpFiles;
import dev.troupe.kernel.cpu.CpuFeatures;
import dev.troupe.kernel.cpu.Level;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Everything that `doctor` looks at.
public final class MachineChecks {
    private static final int LEAST_JDK = 25;
    private static final long LEAST_MEMORY_BYTES = 2L << 30;
    private static final int MIB_BITS = 20;

    private final DemoFetcher demo;

    public MachineChecks(DemoFetcher demo) {
        this.demo = demo;
    }

    public List<Check> of(Path home) {
        return List.of(
                jdk(),
                ProgramCheck.of("gcc", "to build", List.of("gcc", "--version")),
                ProgramCheck.of("make", "to build", List.of("make", "--version")),
                ProgramCheck.of("mvn", "to build", List.of("mvn", "--version")),
                ProgramCheck.of("pip", "to fetch the demo model", List.of("python3", "-m", "pip", "--version")),
                cpu(),
                cores(),
                memory(),
                demoModel(),
                home(home));
    }

    private static Check jdk() {
        String detail = Runtime.version() + " in " + System.getProperty("java.home");
        return Runtime.version().feature() >= LEAST_JDK
                ? Check.ok("jdk", detail)
                : Check.fail("jdk", detail + "; at least " + LEAST_JDK + " is needed");
    }

    private static Check cpu() {
        try {
            Level best = CpuFeatures.detect().levels().getFirst();
            return best == Level.GENERIC
                    ? Check.warn("cpu", "level generic: right, but slow; avx2 needs AVX2, FMA and F16C")
                    : Check.ok("cpu", "level " + best.label());
        } catch (LinkageError | RuntimeException e) {
            return Check.fail("cpu", "the kernels do not load: " + e.getMessage());
        }
    }

    private static Check cores() {
        int cores = Runtime.getRuntime().availableProcessors();
        return Check.ok("cores", cores + ", so many threads compute unless --threads says otherwise");
    }

    private static Check memory() {
        long bytes = ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getTotalMemorySize();
        String detail = (bytes >> MIB_BITS) + " MiB";
        return bytes >= LEAST_MEMORY_BYTES
                ? Check.ok("memory", detail)
                : Check.warn("memory", detail + "; below " + (LEAST_MEMORY_BYTES >> MIB_BITS) + " MiB little fits");
    }

    private Check demoModel() {
        return switch (demo.look()) {
            case DemoState.Present(Path file) -> Check.ok("demo model", file + ", digest right");
            case DemoState.Missing(String reason) ->
                Check.warn("demo model", reason + "; './troupe demo fetch' fetches it");
        };
    }

    private static Check home(Path home) {
        if (!Files.exists(home)) {
            return Check.ok("home", home + " is not there yet; 'up' makes it");
        }
        Optional<String> problem = Home.problem(home);
        if (problem.isPresent()) {
            return Check.fail("home", problem.get());
        }
        return Check.ok("home", home + (Home.isInUse(home) ? ", in use" + where(home) : ", nothing runs"));
    }

    private static String where(Path home) {
        try {
            return UpFiles.read(home).map(UpFile::url).map(url -> " at " + url).orElse(", still starting");
        } catch (CliException e) {
            return ", but " + e.getMessage();
        }
    }
}
