package dev.troupe.kernel.contract;

import dev.troupe.kernel.Ops.Epilogue;
import dev.troupe.kernel.layout.WeightFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

abstract class LinearContract extends KernelContract {
    private static final int[] ROWS = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 24, 33, 64};
    private static final int[] OUTPUTS = {1, 15, 16, 17, 31, 33, 48, 64, 100};

    @ParameterizedTest
    @EnumSource(WeightFormat.class)
    void everyShapeAndBatchGivesTheBitsOfTheReference(WeightFormat format) {
        withData(data -> {
            for (int outputs : OUTPUTS) {
                for (int width : TestData.widths(format)) {
                    for (Epilogue epilogue : Epilogue.values()) {
                        check(data, new LinearCase.Shape(format, outputs, width, epilogue), 64, ROWS);
                    }
                }
            }
        });
    }

    @ParameterizedTest
    @EnumSource(WeightFormat.class)
    void theWidthsOfARealModelGiveTheBitsOfTheReference(WeightFormat format) {
        withData(data -> {
            int width = TestData.width(format, 576);
            check(data, new LinearCase.Shape(format, 960, width, Epilogue.STORE), 17, 1, 2, 4, 7, 8, 16, 17);
            check(data, new LinearCase.Shape(format, 576, 1536, Epilogue.ADD), 13, 1, 3, 6, 12, 13);
            check(data, new LinearCase.Shape(format, 400, width, Epilogue.SWIGLU), 9, 1, 2, 5, 8, 9);
            check(data, new LinearCase.Shape(format, 400, width, Epilogue.GEGLU), 9, 1, 2, 5, 9);
        });
    }

    @ParameterizedTest
    @EnumSource(WeightFormat.class)
    void theWidthsOfALargeModelGiveTheBitsOfTheReference(WeightFormat format) {
        withData(data -> {
            check(data, new LinearCase.Shape(format, 64, 2048, Epilogue.SWIGLU), 8, 1, 4, 7, 8);
            check(data, new LinearCase.Shape(format, 48, 8192, Epilogue.ADD), 8, 1, 4, 7, 8);
        });
    }

    @ParameterizedTest
    @EnumSource(WeightFormat.class)
    void longSlicesGiveTheBitsOfTheReference(WeightFormat format) {
        withData(data -> check(
                data,
                new LinearCase.Shape(format, 48, TestData.width(format, 64), Epilogue.STORE),
                513,
                65,
                95,
                96,
                97,
                128,
                129,
                200,
                512,
                513));
    }

    private void check(TestData data, LinearCase.Shape shape, int rows, int... counts) {
        assertSameInAnyBatch(shape.toString(), LinearCase.random(data, shape, rows), data, counts);
    }
}
