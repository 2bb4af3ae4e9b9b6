import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { relative } from 'node:path'
import { ProgramFailure } from '#server/platform/program-failure.ts'
import { bringBrowser } from './browser.ts'
import { readOptions, usageFailure } from './options.ts'
import { programOf } from './program.ts'
import { inProject, projectDir } from './project.ts'
import { buildWebWhenStale } from './web-build.ts'

type Count = { passed: number; failed: number; failures?: string[] }
type Step = { name: string; title: string; run(): Promise<Count & { output?: string }> }

const help = `npm test                    one case of every rule, and the leading journeys
npm test -- --long          everything: every case, killed processes, simulations of 20,000 operations,
                            every test card, every journey, on a phone too, and so on
npm test -- --only STEP     one step, or several: --only types --only unit
                            steps: types, lint, format, build, unit (or vitest), e2e
npm test -- --only unit -- domain/money    what follows goes to that step's own tool`

/** Steps of one group run at the same time. The tests use every core, so they run one after the other. */
const groups: Step[][] = [
  [
    { name: 'types', title: 'Types', run: () => check(programOf('typescript', 'tsc'), ['--build']) },
    {
      name: 'lint',
      title: 'Lint',
      run: () => check(programOf('oxlint'), ['--type-aware', '--deny-warnings']),
    },
    { name: 'format', title: 'Format', run: () => check(programOf('oxfmt'), ['--check']) },
    { name: 'build', title: 'Pages', run: build },
  ],
  [{ name: 'unit', title: 'Tests', run: unit }],
  [{ name: 'e2e', title: 'Journeys in a browser', run: journeys }],
]

const { values: flags, positionals } = readOptions(
  help,
  { only: { type: 'string', multiple: true }, long: { type: 'boolean' } },
  { allowPositionals: true },
)
const env = { ...process.env, ...(flags.long && { LONG: '1' }) }

process.exitCode = await runAll((flags.only ?? []).map((name) => (name === 'vitest' ? 'unit' : name)))
process.exit()

async function runAll(only: string[]): Promise<number> {
  const unknown = only.find((name) => !groups.flat().some((step) => step.name === name))
  if (unknown) throw usageFailure(`There is no step "${unknown}".`, help)
  const total = { passed: 0, failed: 0, failures: [] as string[] }
  for (const group of groups) {
    const steps = group.filter(({ name }) => only.length === 0 || only.includes(name))
    for (const { passed, failed, failures } of await Promise.all(steps.map(runStep))) {
      total.passed += passed
      total.failed += failed
      total.failures.push(...failures)
    }
  }
  // The tests print far more after a failure than anybody scrolls back.
  for (const failure of total.failures) console.log(`\n${failure}`)
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  return total.failed > 0 || total.passed === 0 ? 1 : 0
}

/** A step that shares its time with others keeps its output until it ends, so that it can be read in one piece. */
async function runStep(step: Step, _: number, { length }: Step[]): Promise<Required<Count>> {
  const { title } = step
  const heading = `\n== ${title}`
  if (length === 1) console.log(heading)
  const began = performance.now()
  const result: Count & { output?: string } = await step.run().catch((error: unknown) => ({
    passed: 0,
    failed: 1,
    output: error instanceof Error ? error.message : String(error),
  }))
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  if (length > 1) console.log(heading)
  const { passed, failed, output = '', failures } = result
  if (output.trim()) console.log(output.trim())
  console.log(`   ${title}: ${passed} passed, ${failed} failed (${seconds} s)`)
  return { passed, failed, failures: failures ?? (failed > 0 ? [`FAILED ${title}\n${output.trim()}`] : []) }
}

async function check(program: string, args: string[]): Promise<Count & { output: string }> {
  const child = spawn(process.execPath, [program, ...args], { cwd: projectDir, env, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()))
  const isGood = await endOf(child)
  return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, output }
}

async function build(): Promise<Count & { output: string }> {
  return { passed: 1, failed: 0, output: await buildWebWhenStale() }
}

async function unit(): Promise<Count> {
  const report = inProject('.build', 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  await prepare(report)
  const isGood = await show(programOf('vitest'), ['run', ...reporters, ...positionals])
  const result = await read<VitestReport>(report)
  if (!result) return { passed: 0, failed: 1 }
  // A file that cannot be loaded has no tests to count.
  const broken = result.testResults.filter((file) => file.status === 'failed' && isEmpty(file)).length
  const failures = result.testResults.flatMap(failuresOf)
  return honest({ passed: result.numPassedTests, failed: result.numFailedTests + broken, failures }, isGood)
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

function failuresOf({ name, assertionResults }: VitestReport['testResults'][number]): string[] {
  return assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages: [message = ''] }) =>
      [`FAILED ${relative(projectDir, name)}: ${fullName}`, ...message.split('\n').slice(0, 6)].join('\n  '),
    )
}

function isEmpty({ assertionResults }: VitestReport['testResults'][number]): boolean {
  return assertionResults.every(({ status }) => status !== 'failed')
}

async function journeys(): Promise<Count> {
  const browser = bringBrowser((text) => console.log(text))
  if (!browser) {
    throw new ProgramFailure(
      'The journeys need Chromium. Install it, or name it: CHROMIUM=/path/to/chromium npm test',
    )
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
function honest(count: Count, isGood: boolean): Count {
  if (isGood || count.failed > 0) return count
  return { ...count, failed: 1, failures: ['FAILED outside of a test: see above.'] }
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

/** Runs a tool with its output on our screen; true when it succeeded. */
function show(program: string, args: string[], more: Record<string, string> = {}): Promise<boolean> {
  const options = { cwd: projectDir, env: { ...env, ...more }, stdio: 'inherit' } as const
  return endOf(spawn(process.execPath, [program, ...args], options))
}

function endOf(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
}
