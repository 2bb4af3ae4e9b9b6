import { runOps } from './ops/run.ts'

process.exitCode = await runOps(process.argv.slice(2))
