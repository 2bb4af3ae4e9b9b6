import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { browserArgs, findBrowser } from '../browser.ts'
import { freePorts } from '../stack-ports.ts'
import { type Stack, startStack } from '../stack.ts'
import type { Bench } from './part.ts'

export const phone = { width: 412, height: 823 }

/** Measures in a browser, with the demo's families behind it. */
export async function browse<Result>(
  bench: Bench,
  measure: (browser: Browser, stack: Stack) => Promise<Result>,
): Promise<Result> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('there is no Chromium here; CHROMIUM may name one.')
  const stack = await startStack({
    dataDir: join(bench.folder, 'stack'),
    ...(await freePorts()),
  })
  bench.onEnd(() => stack.stop())
  try {
    const browser = await chromium.launch({ executablePath, args: browserArgs })
    bench.onEnd(() => browser.close())
    const result = await measure(browser, stack)
    await browser.close()
    return result
  } finally {
    // The next part starts it again on the same data.
    await stack.stop()
  }
}
