package dev.troupe.kernel.contract;

import dev.troupe.kernel.Device;
import dev.troupe.kernel.DeviceMemory;
import dev.troupe.kernel.Kernels;
import dev.troupe.kernel.Ops;
import dev.troupe.kernel.profile.OpTimes;
import dev.troupe.kernel.reference.ReferenceDevice;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.ToLongFunction;

/// The reference with one number wrong by its last bit, after each op of one kind.
final class MistakenDevice implements Device {
    private final ReferenceDevice device;
    private final Kernels kernels;

    /// @param place gives the address of the number that comes out wrong
    <T> MistakenDevice(long capacityBytes, Class<T> op, ToLongFunction<T> place) {
        this.device = new ReferenceDevice(capacityBytes);
        this.kernels = (Kernels) Proxy.newProxyInstance(
                Kernels.class.getClassLoader(), new Class<?>[] {Kernels.class}, (_, method, arguments) -> {
                    Object result = call(method, arguments);
                    if (op.isInstance(arguments[0])) {
                        flipLastBit(place.applyAsLong(op.cast(arguments[0])));
                    }
                    return result;
                });
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(device.kernels(), arguments);
        } catch (InvocationTargetException failure) {
            throw failure.getCause();
        }
    }

    private void flipLastBit(long address) {
        ByteBuffer number = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
        device.memory().read(address, number);
        number.putInt(0, number.getInt(0) ^ 1);
        device.memory().write(address, number.flip());
    }

    /// Address of the number at a row and column.
    static long at(Ops.Rows rows, int row, int column) {
        return rows.address() + 4L * ((long) row * rows.stride() + column);
    }

    @Override
    public String name() {
        return "mistaken";
    }

    @Override
    public String numericsClass() {
        return device.numericsClass();
    }

    @Override
    public int threads() {
        return 1;
    }

    @Override
    public DeviceMemory memory() {
        return device.memory();
    }

    @Override
    public Kernels kernels() {
        return kernels;
    }

    @Override
    public OpTimes times() {
        return device.times();
    }

    @Override
    public void close() {
        device.close();
    }
}
