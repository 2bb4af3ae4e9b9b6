#!/usr/bin/env node
import { runOps } from './run.ts'

process.exitCode = await runOps(process.argv.slice(2))
