package dev.troupe.conventions;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// What the conventions need to know of one source file.
///
/// @param path relative to the repository's root, with forward slashes
/// @param imports fully qualified names as written
/// @param publicType whether its top-level type is public
record JavaFile(
        String module,
        String path,
        String packageName,
        String text,
        List<String> imports,
        boolean publicType,
        List<Method> methods) {

    /// @param lines of the body, braces included; 0 without a body
    /// @param parameters components, for the canonical constructor of a record
    record Method(String name, int lines, int parameters, boolean recordHeader) {}

    static JavaFile parse(Path root, String module, Path file) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask)
                    compiler.getTask(null, files, _ -> {}, List.of("-proc:none"), null, files.getJavaFileObjects(file));
            CompilationUnitTree unit = task.parse().iterator().next();
            Methods methods = new Methods(unit, Trees.instance(task).getSourcePositions());
            methods.scan(unit, null);
            return new JavaFile(
                    module,
                    root.relativize(file).toString().replace('\\', '/'),
                    Optional.ofNullable(unit.getPackageName())
                            .map(Object::toString)
                            .orElse(""),
                    Repository.read(file),
                    unit.getImports().stream().map(JavaFile::name).toList(),
                    unit.getTypeDecls().stream().anyMatch(JavaFile::isPublic),
                    methods.found);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int lines() {
        return (int) text.lines().count();
    }

    boolean isPackageInfo() {
        return path.endsWith("package-info.java");
    }

    /// Packages of ours that the file names in its imports.
    List<String> importedPackages() {
        return imports.stream()
                .filter(name -> name.startsWith("dev.troupe."))
                .map(JavaFile::packageOf)
                .distinct()
                .toList();
    }

    private static String name(ImportTree tree) {
        return tree.getQualifiedIdentifier().toString();
    }

    /// Packages are lower case, types are not: the package ends before the first capital.
    private static String packageOf(String name) {
        StringBuilder found = new StringBuilder();
        for (String part : name.split("\\.", -1)) {
            if (!part.isEmpty() && Character.isUpperCase(part.charAt(0))) {
                break;
            }
            found.append(found.isEmpty() ? "" : ".").append(part);
        }
        return found.toString();
    }

    private static boolean isPublic(Tree tree) {
        return tree instanceof ClassTree type && type.getModifiers().getFlags().contains(Modifier.PUBLIC);
    }

    private static final class Methods extends TreeScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final List<Method> found = new ArrayList<>();

        Methods(CompilationUnitTree unit, SourcePositions positions) {
            this.unit = unit;
            this.positions = positions;
        }

        @Override
        public Void visitClass(ClassTree type, Void context) {
            if (type.getKind() == Tree.Kind.RECORD) {
                long components =
                        type.getMembers().stream().filter(this::isComponent).count();
                found.add(new Method(type.getSimpleName().toString(), 0, (int) components, true));
            }
            return super.visitClass(type, context);
        }

        @Override
        public Void visitMethod(MethodTree method, Void context) {
            boolean canonical = method.getName().contentEquals("<init>");
            int parameters =
                    canonical && isCompact(method) ? 0 : method.getParameters().size();
            found.add(new Method(method.getName().toString(), bodyLines(method), parameters, false));
            return super.visitMethod(method, context);
        }

        private boolean isComponent(Tree member) {
            return member instanceof VariableTree field
                    && !field.getModifiers().getFlags().contains(Modifier.STATIC);
        }

        /// A compact constructor repeats the header's components; they count once, at the header.
        private boolean isCompact(MethodTree method) {
            return method.getParameters().stream()
                    .allMatch(parameter -> positions.getStartPosition(unit, parameter) < 0
                            || positions.getStartPosition(unit, parameter) < positions.getStartPosition(unit, method));
        }

        private int bodyLines(MethodTree method) {
            if (method.getBody() == null || positions.getEndPosition(unit, method.getBody()) < 0) {
                return 0;
            }
            long first = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, method.getBody()));
            long last = unit.getLineMap().getLineNumber(positions.getEndPosition(unit, method.getBody()) - 1);
            return (int) (last - first + 1);
        }
    }
}
