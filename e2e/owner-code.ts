import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { movableClock } from '#server/platform/clock.ts'
import { hashOfLink } from '#server/books/payment-requests/request-links.ts'
import { rows } from './rows.ts'
import { addresses, dataDir } from './stack.ts'

const clock = movableClock(join(dataDir, 'clock.json'))

/** Lets a browser pay with saved methods by a link, as after the owner's code, without a message or a wait. */
export async function unlockSavedMethods(page: Page, path: string): Promise<void> {
  const { portal } = addresses()
  const link = new URL(path, portal).searchParams.get('request') ?? ''
  const secret = randomBytes(32).toString('base64url')
  const now = clock()
  const [unlocked] = await rows<{ requestId: string }>(
    `insert into saved_method_code (account_id, id, payment_request_id, browser_hash, customer_id, code_hash,
       created_at, expires_at, closed_at, proven_at)
     select request.account_id, $1, request.id, $2, member.customer_id, 'used', $3, $3, $3, $3
     from payment_request request join account_member member on member.account_id = request.account_id
     where request.link_hash = $4 limit 1
     returning payment_request_id as "requestId"`,
    [randomUUID(), hashOfLink(secret), now, hashOfLink(link)],
  )
  if (!unlocked) throw new Error('There is no such payment request')
  await page.context().addCookies([
    {
      name: `saved-methods-${unlocked.requestId}`,
      value: secret,
      domain: new URL(portal).hostname,
      path: '/api/portal/guest',
      httpOnly: true,
      sameSite: 'Strict',
    },
  ])
}
