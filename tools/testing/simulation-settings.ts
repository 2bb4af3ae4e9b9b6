/**
 * How much is simulated: by default 20,000 operations, in some lanes at once. `SIM_RUNS` asks for more;
 * `SIM_SEED` and `SIM_PATH`, as a failure prints them, replay that failure alone, and `SIM_SHRINK=1` shortens it.
 */
export function simulationSettings() {
  const { SIM_SEED: seed, SIM_PATH: path, SIM_RUNS: runs, SIM_SHRINK: shrink } = process.env
  const isReplay = seed !== undefined
  return {
    lanes: isReplay ? 1 : 4,
    runs: Number(runs ?? 50),
    operations: 100,
    endOnFailure: shrink !== '1',
    ...(isReplay && { seed: Number(seed) }),
    ...(path !== undefined && { path }),
  }
}
