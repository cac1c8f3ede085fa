package dev.troupe.store.template;

/// The values without parts.
sealed interface Scalar extends Value {

    enum None implements Scalar {
        NONE;

        @Override
        public String typeName() {
            return "NoneType";
        }
    }

    enum Bool implements Scalar {
        FALSE,
        TRUE;

        static Bool of(boolean value) {
            return value ? TRUE : FALSE;
        }

        @Override
        public String typeName() {
            return "bool";
        }
    }

    record Int(long value) implements Scalar {
        @Override
        public String typeName() {
            return "int";
        }
    }

    record Real(double value) implements Scalar {
        @Override
        public String typeName() {
            return "float";
        }
    }

    /// What a missing name, key or attribute gives: false, empty, and an error on closer use.
    ///
    /// @param name what was missing, for the message
    record Undefined(String name) implements Scalar {
        @Override
        public String typeName() {
            return "Undefined";
        }

        TemplateFault fault() {
            return new TemplateFault(name + " is undefined");
        }
    }
}
