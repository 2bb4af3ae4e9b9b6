import type { Browser, Page } from '@playwright/test'
import { browse, phone } from './browsing.ts'
import { atMost, type Finding, median, quantile } from './goal.ts'
import { loggedIn } from './log-in.ts'
import type { Bench, Outcome, Part } from './part.ts'

/** Two students, add-ons, discounts, and a plan for a whole year. */
const family = 'sched.full@demo.example'
/** As slow as a cheap phone. */
const slowdown = 4

export const scheduleInput: Part = {
  name: 'schedule-input',
  measures: `from a choice on the payment schedule to the next paint, with the processor slowed ${slowdown} ×`,
  run,
}

type Timed = { kind: string; ms: number }

function run(bench: Bench): Promise<Outcome> {
  return browse(bench, async (browser, stack) => {
    const storage = await loggedIn(stack, family)
    return outcomeOf(await play(browser, `${stack.portalUrl}/payment-schedule`, storage, bench.rounds(3)))
  })
}

async function play(
  browser: Browser,
  url: string,
  storage: Record<string, string>,
  rounds: number,
): Promise<Timed[]> {
  const context = await browser.newContext({ viewport: phone })
  try {
    const page = await context.newPage()
    await page.addInitScript(watch, storage)
    await page.goto(url, { waitUntil: 'load' })
    await page.locator('.estimate__panel .money').waitFor()
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(startUpMs)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const timed: Timed[] = []
    for (let round = 0; round < rounds; round++) {
      for (const [kind, act] of Object.entries(acts)) {
        await act(page)
        timed.push(...(await taken(page)).map((ms) => ({ kind, ms })))
      }
    }
    return timed
  } finally {
    await context.close()
  }
}

/** The stack on the same machine has work left when it has just started, and must not be measured. */
const startUpMs = 5_000

/** Nobody types the next date before they have seen what the last one brings. */
const lookMs = 500

const acts: Record<string, (page: Page) => Promise<void>> = {
  'choose a rhythm': async (page) => {
    const rhythms = page.getByRole('radiogroup', { name: 'Payment frequency' })
    // Each says its amount too.
    for (const name of [/^Weekly/, /^Monthly/, /^Fortnightly/, /^Weekly/])
      await rhythms.getByText(name).click()
  },
  'type a date': async (page) => {
    const field = page.getByRole('textbox', { name: 'First payment date' })
    const year = /\d{4}/.exec(await field.inputValue())?.[0] ?? ''
    for (const day of ['5 February', '22 January']) {
      await field.fill('')
      await field.pressSequentially(`${day} ${year}`, { delay: 60 })
      await page.waitForTimeout(lookMs)
    }
  },
  'choose a length': async (page) => {
    const field = page.getByRole('combobox', { name: 'Plan length' })
    await field.focus()
    for (let step = 0; step < 4; step++) await field.press('ArrowDown')
  },
}

/** Long enough for the slowest paint, and for the browser to tell of it. */
const settleMs = 600

async function taken(page: Page): Promise<number[]> {
  await page.waitForTimeout(settleMs)
  return page.evaluate(() => {
    const seen = globalThis as unknown as { interactions: Map<number, number> }
    const all = [...seen.interactions.values()]
    seen.interactions.clear()
    return all
  })
}

type Timing = { interactionId: number; duration: number }

/** Runs in the page, before anything else there. What is quicker than 16 ms the browser does not tell. */
function watch(storage: Record<string, string>): void {
  type Entries = { getEntries(): Timing[] }
  type Observer = new (seen: (list: Entries) => void) => { observe(options: object): void }
  const page = globalThis as unknown as {
    localStorage: Record<string, string>
    interactions: Map<number, number>
    PerformanceObserver: Observer
  }
  Object.assign(page.localStorage, storage)
  page.interactions = new Map()
  new page.PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      const before = page.interactions.get(interactionId) ?? 0
      if (interactionId > 0) page.interactions.set(interactionId, Math.max(before, duration))
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
}

function outcomeOf(timed: Timed[]): Outcome {
  const of = (kind: string) => timed.filter((each) => each.kind === kind).map(({ ms }) => ms)
  const worst = Math.max(0, ...timed.map(({ ms }) => ms))
  const finding: Finding = {
    ...atMost('F7', 'schedule, input to paint', worst, 'ms', { goal: 50, defect: 200 }),
    figures: `the worst of ${timed.length}; in the middle ${median(timed.map(({ ms }) => ms))} ms`,
  }
  return {
    findings: [finding],
    rows: Object.keys(acts).map((kind) => ({
      input: kind,
      times: of(kind).length,
      'median ms': of(kind).length > 0 ? median(of(kind)) : '< 16',
      'nineteen of twenty ms': quantile(of(kind), 0.95),
      'worst ms': Math.max(0, ...of(kind)),
    })),
  }
}
