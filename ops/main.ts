#!/usr/bin/env node
import { failInSentences } from '#server/platform/program-failure.ts'
import { runOps } from './run.ts'

failInSentences()
process.exitCode = await runOps(process.argv.slice(2))
