package dev.troupe.control.models;

import dev.troupe.control.catalog.CatalogEntry;
import dev.troupe.control.catalog.CatalogEntry.Origin;
import dev.troupe.control.catalog.EntryState;
import dev.troupe.control.catalog.LiveCatalog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All records, on disk and in the catalog: written down first, told afterwards. Safe to use from any
/// thread; what must be decided and done in one piece is done while holding it.
final class Shelf {
    private final RecordFolder folder;
    private final LiveCatalog catalog;
    private final Map<String, ModelRecord> records = new HashMap<>();

    Shelf(RecordFolder folder, LiveCatalog catalog) {
        this.folder = folder;
        this.catalog = catalog;
    }

    private static String key(ModelRecord record) {
        return record.tenant() + "/" + record.name();
    }

    synchronized Optional<ModelRecord> at(ModelRecord like) {
        return Optional.ofNullable(records.get(key(like)));
    }

    synchronized boolean isCurrent(ModelRecord record) {
        return record.equals(records.get(key(record)));
    }

    synchronized int size() {
        return records.size();
    }

    /// Shows what is on disk already.
    synchronized void recall(ModelRecord record, Optional<EntryState> state) {
        state.ifPresent(shown -> publish(record, shown));
        records.put(key(record), record);
    }

    synchronized void put(ModelRecord record, EntryState state) {
        folder.save(record);
        records.put(key(record), record);
        publish(record, state);
    }

    /// @return false when `before` was deleted or replaced meanwhile; then nothing changes
    synchronized boolean replace(ModelRecord before, ModelRecord after, EntryState state) {
        if (!isCurrent(before)) {
            return false;
        }
        put(after, state);
        return true;
    }

    /// Its name is free from here on; the record stays until {@link #forget}.
    synchronized void retire(ModelRecord before, ModelRecord retiring) {
        folder.save(retiring);
        records.put(key(retiring), retiring);
        catalog.update(now -> now.without(entry(before, new EntryState.Failed(""))));
    }

    synchronized void forget(ModelRecord record) {
        if (isCurrent(record)) {
            folder.delete(record);
            records.remove(key(record));
            catalog.update(now -> now.without(entry(record, new EntryState.Failed(""))));
        }
    }

    private void publish(ModelRecord record, EntryState state) {
        catalog.update(now -> now.with(entry(record, state)));
    }

    private static CatalogEntry entry(ModelRecord record, EntryState state) {
        return new CatalogEntry(
                record.tenant(), record.name(), List.of(), record.owner(), record.created(), Origin.REQUEST, state);
    }
}
