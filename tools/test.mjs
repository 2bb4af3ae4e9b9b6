import { runPinned } from './bootstrap.mjs'

await runPinned('tools/test.ts')
