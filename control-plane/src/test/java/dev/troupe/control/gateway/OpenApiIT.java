package dev.troupe.control.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.control.fake.Gateway;
import dev.troupe.protocol.ErrorCode;
import io.micronaut.context.ApplicationContext;
import io.micronaut.http.HttpMethod;
import io.micronaut.web.router.Router;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/// The served document says what the server has: routes, keys, errors.
final class OpenApiIT {
    private static final Set<String> VERBS = Set.of("get", "post", "put", "patch", "delete", "head");

    private static Gateway gateway;
    private static String text;
    private static Map<String, Object> document;

    @BeforeAll
    static void read() {
        gateway = Gateway.start();
        HttpResponse<String> response =
                gateway.send(HttpRequest.newBuilder(gateway.url("/openapi.yml")).build());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/yaml");
        text = response.body();
        document = new Yaml().load(text);
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @Test
    void everyRouteOfTheServerIsDescribedAndNoOther() {
        assertThat(operations().keySet()).isEqualTo(routes());
    }

    /// The web server adds a HEAD to every GET, which needs no words.
    private static Set<String> routes() {
        try (ApplicationContext context = ApplicationContext.run()) {
            Set<String> all = context.getBean(Router.class)
                    .uriRoutes()
                    .map(route -> route.getHttpMethodName() + " "
                            + route.getUriMatchTemplate().toString().replace("{+", "{"))
                    .collect(Collectors.toCollection(TreeSet::new));
            all.removeIf(route -> route.startsWith(HttpMethod.HEAD.name())
                    && all.contains(HttpMethod.GET.name()
                            + route.substring(HttpMethod.HEAD.name().length())));
            return all;
        }
    }

    @Test
    void whatIsSaidToNeedNoKeyNeedsNone() {
        operations().forEach((name, operation) -> {
            boolean open = List.of().equals(operation.get("security"));
            HttpRequest request = HttpRequest.newBuilder(path(name))
                    .method(name.substring(0, name.indexOf(' ')), HttpRequest.BodyPublishers.noBody())
                    .build();
            boolean refused = gateway.send(request).statusCode() == 401;
            assertThat(refused).as(name).isEqualTo(!open);
            assertThat(responses(operation).containsKey("401")).as(name).isEqualTo(!open);
        });
    }

    @Test
    void everyErrorHasItsCodeAndItsType() {
        assertThat(listed("code")).isEqualTo(each(ErrorCode::code));
        assertThat(listed("type")).isEqualTo(each(ErrorCode::type));
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        List<MatchResult> references =
                Pattern.compile("\\$ref: '#/([^']+)'").matcher(text).results().toList();
        assertThat(references).hasSizeGreaterThan(100);
        for (MatchResult reference : references) {
            Object at = document;
            for (String key : reference.group(1).split("/", -1)) {
                at = at instanceof Map<?, ?> map ? map.get(key) : null;
            }
            assertThat(at).as(reference.group()).isNotNull();
        }
    }

    @Test
    void everyOperationHasANameAndWhatAnyRequestCanBeAnswered() {
        assertThat(operations().values())
                .extracting(operation -> operation.get("operationId"))
                .doesNotContainNull()
                .doesNotHaveDuplicates();
        operations()
                .forEach((name, operation) ->
                        assertThat(responses(operation)).as(name).containsKeys("400", "413", "415", "429", "500"));
    }

    private static URI path(String operation) {
        return gateway.url(operation.substring(operation.indexOf(' ') + 1).replaceAll("[{][^}]*[}]", "x"));
    }

    private static Map<String, Map<String, Object>> operations() {
        Map<String, Map<String, Object>> operations = new TreeMap<>();
        section(document, "paths")
                .forEach((path, item) -> map(item).forEach((verb, operation) -> {
                    if (VERBS.contains(verb)) {
                        operations.put(verb.toUpperCase(Locale.ROOT) + " " + path, map(operation));
                    }
                }));
        return operations;
    }

    private static Map<String, Object> responses(Map<String, Object> operation) {
        return section(operation, "responses");
    }

    private static Set<Object> listed(String field) {
        Map<String, Object> at = document;
        for (String key : List.of("components", "schemas", "Error", "properties", "error", "properties", field)) {
            at = section(at, key);
        }
        return new TreeSet<>((List<?>) at.get("enum"));
    }

    private static Set<Object> each(Function<ErrorCode, String> word) {
        return Arrays.stream(ErrorCode.values()).map(word).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Map<String, Object> section(Map<String, Object> within, String key) {
        return map(within.get(key));
    }

    @SuppressWarnings("unchecked") // as YAML gives it
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}
