package dev.troupe.node.agent;

import dev.troupe.kernel.Device;
import dev.troupe.kernel.Kernels;
import dev.troupe.kernel.Ops;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Counts the ops of a device.
final class OpCounter {
    private final Device inner;
    private final Kernels counted;
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();
    private final Map<Integer, Integer> linearRows = new ConcurrentHashMap<>();

    OpCounter(Device inner) {
        this.inner = inner;
        this.counted = proxy(Kernels.class, (method, arguments) -> {
            counts.merge(method.getName(), 1, Integer::sum);
            if (arguments[0] instanceof Ops.Linear linear) {
                linearRows.merge(linear.rows(), 1, Integer::sum);
            }
            return call(inner.kernels(), method, arguments);
        });
    }

    /// How many products had so many rows.
    int linears(int rows) {
        return linearRows.getOrDefault(rows, 0);
    }

    int count(String op) {
        return counts.getOrDefault(op, 0);
    }

    Device device() {
        return proxy(
                Device.class,
                (method, arguments) -> method.getName().equals("kernels") ? counted : call(inner, method, arguments));
    }

    private interface Handler {
        Object handle(Method method, Object[] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Handler handler) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (_, method, arguments) -> handler.handle(method, arguments)));
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
