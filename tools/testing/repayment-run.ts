import { readConfig } from '#server/platform/config.ts'
import { closeDeps, openDeps } from '#server/app/open-deps.ts'
import { runRepayments } from '#server/plans/repayments/run-repayments.ts'

// A run in a process of its own, so that a test can have two of them, and kill one.
const deps = await openDeps(readConfig())
await runRepayments(deps)
await closeDeps(deps)
// The channel to the parent would keep the process alive.
process.exit(0)
