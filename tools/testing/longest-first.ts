import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** In the order of how long they take. Whatever begins last must not be what takes longest. */
const longest = [
  'payments/simulation',
  'rehearsal/rehearsal',
  'payments/double-submit',
  'ops/ops',
  'repayments/crash',
  'outbox/outbox',
  'tools/crash',
]

function place({ moduleId }: TestSpecification): number {
  const found = longest.findIndex((name) => moduleId.endsWith(`${name}.test.ts`))
  return found === -1 ? longest.length : found
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => place(a) - place(b))
  }
}
