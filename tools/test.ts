import { spawn } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { bringBrowser } from './browser.ts'
import { programOf } from './program.ts'
import { inProject, projectDir } from './project.ts'
import { buildWebWhenStale } from './web-build.ts'

type Count = { passed: number; failed: number }
type Step = { name: string; title: string; run(): Promise<Count> }

const help = `npm test                    checks everything
npm test -- --only STEP     one step, or several: --only types --only unit
                            steps: types, lint, format, build, unit (or vitest), e2e
npm test -- --only unit -- domain/money    what follows goes to that step's own tool`

const steps: Step[] = [
  { name: 'types', title: 'Types', run: () => check(programOf('typescript', 'tsc'), ['--build']) },
  { name: 'lint', title: 'Lint', run: () => check(programOf('oxlint'), ['--type-aware', '--deny-warnings']) },
  { name: 'format', title: 'Format', run: () => check(programOf('oxfmt'), ['--check']) },
  { name: 'build', title: 'Pages', run: build },
  { name: 'unit', title: 'Tests', run: unit },
  { name: 'e2e', title: 'Journeys in a browser', run: journeys },
]

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', multiple: true }, help: { type: 'boolean', short: 'h' } },
})

if (flags.help) console.log(help)
else process.exitCode = await runAll((flags.only ?? []).map((name) => (name === 'vitest' ? 'unit' : name)))
process.exit()

async function runAll(only: string[]): Promise<number> {
  const unknown = only.find((name) => !steps.some((step) => step.name === name))
  if (unknown) {
    console.error(`There is no step "${unknown}".\n\n${help}`)
    return 1
  }
  const total: Count = { passed: 0, failed: 0 }
  for (const step of steps.filter(({ name }) => only.length === 0 || only.includes(name))) {
    console.log(`\n== ${step.title}`)
    const began = performance.now()
    const { passed, failed } = await step.run().catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      return { passed: 0, failed: 1 }
    })
    total.passed += passed
    total.failed += failed
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(`   ${step.title}: ${passed} passed, ${failed} failed (${seconds} s)`)
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  return total.failed > 0 || total.passed === 0 ? 1 : 0
}

async function check(program: string, args: string[]): Promise<Count> {
  return (await show(program, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function build(): Promise<Count> {
  console.log(await buildWebWhenStale())
  return { passed: 1, failed: 0 }
}

async function unit(): Promise<Count> {
  const report = inProject('.build', 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  await prepare(report)
  const isGood = await show(programOf('vitest'), ['run', ...reporters, ...positionals])
  const result = await read<VitestReport>(report)
  if (!result) return { passed: 0, failed: 1 }
  // A file that cannot even be loaded has no tests to count.
  const broken = result.testResults.filter((file) => file.status === 'failed' && isEmpty(file)).length
  return honest({ passed: result.numPassedTests, failed: result.numFailedTests + broken }, isGood)
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

function isEmpty({ assertionResults }: VitestReport['testResults'][number]): boolean {
  return assertionResults.every(({ status }) => status !== 'failed')
}

async function journeys(): Promise<Count> {
  const browser = bringBrowser((text) => console.log(text))
  if (!browser) {
    throw new Error('The journeys need Chromium. Install it, or name it: CHROMIUM=/path/to/chromium npm test')
  }
  const report = inProject('.build', 'journeys.json')
  await prepare(report)
  const isGood = await show(
    programOf('@playwright/test', 'playwright'),
    ['test', '--reporter=list,json', ...positionals],
    { CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  )
  const result = await read<{ stats: { expected: number; unexpected: number; flaky: number } }>(report)
  if (!result) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky } = result.stats
  return honest({ passed: expected, failed: unexpected + flaky }, isGood)
}

/** A run that ended badly without a failed test (an error outside of one, say) is a failure too. */
function honest({ passed, failed }: Count, isGood: boolean): Count {
  return { passed, failed: !isGood && failed === 0 ? 1 : failed }
}

async function prepare(report: string): Promise<void> {
  await mkdir(inProject('.build'), { recursive: true })
  await rm(report, { force: true })
}

async function read<T>(report: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(report, 'utf8')) as T
  } catch {
    return undefined
  }
}

/** Runs a tool with its output on our screen; true when it is content. */
function show(program: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { cwd: projectDir, env: { ...process.env, ...env }, stdio: 'inherit' } as const
    const child = spawn(process.execPath, [program, ...args], options)
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
}
