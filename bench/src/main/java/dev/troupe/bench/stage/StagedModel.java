package dev.troupe.bench.stage;

import dev.troupe.bench.workload.ModelRole;
import dev.troupe.store.StoredModel;

/// A stored model with its role in a run.
public record StagedModel(ModelRole role, StoredModel stored) {}
