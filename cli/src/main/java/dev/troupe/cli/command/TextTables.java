package dev.troupe.cli.command;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;

/// Tables for people: a line of headings, then rows, two blanks between columns.
final class TextTables {
    private static final int GAP = 2;

    private TextTables() {}

    /// @param rows each as long as `headings`
    static String format(List<String> headings, List<List<String>> rows) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(headings);
        lines.addAll(rows);
        Column[] columns = new Column[headings.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = new Column(width(lines, i) + GAP, 0, Column.Overflow.SPAN);
        }
        TextTable table = TextTable.forColumns(Help.defaultColorScheme(Help.Ansi.OFF), columns);
        lines.forEach(line -> table.addRowValues(line.toArray(String[]::new)));
        return table.toString();
    }

    private static int width(List<List<String>> lines, int column) {
        return lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(0);
    }
}
