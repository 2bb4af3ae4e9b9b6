import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest first: what starts last must not be what takes longest. */
const longest = [
  'rehearsal/year',
  'rehearsal/years',
  'tools/crash',
  'ops/ops',
  'server/main',
  'repayments/crash',
  'plan-changes/simulation',
  'payments/simulation',
  'demo/demo',
]

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((name) => moduleId.replace('.long.', '.').endsWith(`${name}.test.ts`))
  return rank === -1 ? longest.length : rank
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}
