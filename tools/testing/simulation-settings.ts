import { isLong } from './long.ts'

/**
 * How much is simulated: 2,000 operations by default, 20,000 with `npm test -- --long`, in four lanes at once.
 * `SIM_RUNS` asks for more; `SIM_SEED` and `SIM_PATH`, as a failure prints them, replay that failure alone, and `SIM_SHRINK=1` shortens it.
 */
export function simulationSettings() {
  const { SIM_SEED: seed, SIM_PATH: path, SIM_RUNS: runs, SIM_SHRINK: shrink } = process.env
  const isReplay = seed !== undefined
  return {
    lanes: isReplay ? 1 : 4,
    runs: Number(runs ?? (isLong ? 50 : 5)),
    operations: 100,
    endOnFailure: shrink !== '1',
    ...(isReplay && { seed: Number(seed) }),
    ...(path !== undefined && { path }),
  }
}
