import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { hashOfLink } from '#server/books/payment-requests/request-links.ts'
import { buildPage } from './card-frame-page/build.ts'
import type { Heard } from './card-frame-page/heard.ts'
import { newRequestLink } from './request-link.ts'
import { rows } from './rows.ts'
import { addresses } from './stack.ts'

export type Card = {
  number: string
  name?: string
  expiry?: string
  cvc?: string
  /** What the holder does when the bank asks who is there. */
  challenge?: 'Complete' | 'Fail'
}

/** A payment request of its own, like the demo's: what one test does to it is nothing to another. */
export async function newPaymentRequest(like = 'demo-noinvoice'): Promise<string> {
  const [request] = await rows<{ accountId: string }>(
    `select account_id as "accountId" from payment_request where link_hash = $1`,
    [hashOfLink(like)],
  )
  if (!request) throw new Error('There is no such payment request')
  const { id, link, columns } = await newRequestLink(request.accountId)
  await rows(
    `with asked as (
       insert into payment_request (account_id, id, link_hash, link_sealed, link_key_id, institution_id, period_name,
         due_on, expires_at, created_at)
       select account_id, $1, $2, $3, $4, institution_id, period_name, due_on, expires_at, created_at
       from payment_request where link_hash = $5
       returning *
     )
     insert into charge (account_id, kind, payee_id, amount_minor, due_on, payment_request_id)
     select asked.account_id, 'Request', asked.institution_id, payment_request.amount_due_minor, asked.due_on, asked.id
     from asked, payment_request where payment_request.link_hash = $5`,
    [id, ...columns, hashOfLink(like)],
  )
  return link
}

/** The address of a card form, as a guest with that payment request is given it. */
export async function tokenizationUrlOf(page: Page, paymentRequestId: string): Promise<string> {
  const reply = await page.request.get(`${addresses().portal}/api/portal/guest/payment-page-details`, {
    params: { request: paymentRequestId },
  })
  const { tokenizationUrl } = (await reply.json()) as { tokenizationUrl?: string }
  if (!tokenizationUrl) throw new Error(`There is no card form for ${paymentRequestId}: ${reply.status()}`)
  return tokenizationUrl
}

let built: ReturnType<typeof buildPage> | undefined

/**
 * Shows the card form in a bare page. The document and its headers are the portal's own; only what its script
 * draws is ours.
 */
export async function openCardForm(page: Page, ...tokenizationUrls: string[]): Promise<void> {
  const { script, style } = await (built ??= buildPage())
  await page.route('**/assets/index-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  await page.route('**/assets/index-*.css', (route) =>
    route.fulfill({ contentType: 'text/css', body: style }),
  )
  const hash = encodeURIComponent(JSON.stringify(tokenizationUrls))
  // Another query each time: an address that differs after the # alone would not be loaded anew.
  await page.goto(`${addresses().portal}/card-frame-harness?${randomUUID()}#${hash}`)
}

export const frameOf = (page: Page) => page.frameLocator('iframe[title="Card details"]')

export function fieldsOf(page: Page) {
  const frame = frameOf(page)
  return {
    number: frame.frameLocator('#number iframe').getByRole('textbox'),
    expiry: frame.frameLocator('#expiry iframe').getByRole('textbox'),
    cvc: frame.frameLocator('#cvc iframe').getByRole('textbox'),
    name: frame.getByLabel('Name on card'),
  }
}

export async function fillCard(page: Page, card: Card): Promise<void> {
  const { number, expiry, cvc, name } = fieldsOf(page)
  await number.fill(card.number)
  await expiry.fill(card.expiry ?? '12 / 34')
  await cvc.fill(card.cvc ?? (card.number.startsWith('3') ? '1234' : '123'))
  await name.fill(card.name ?? 'Amelia Hart')
}

export const heardOf = (page: Page) => page.evaluate(() => (window as unknown as { heard: Heard }).heard)

/** The bank's question, over the whole page. */
export const bankOf = (page: Page) => page.frameLocator('iframe[title="3D Secure"]')

export async function answerBank(page: Page, challenge: NonNullable<Card['challenge']>): Promise<void> {
  await bankOf(page)
    .getByRole('button', { name: `${challenge} authentication` })
    .click()
}

/** Types the card into its form and gives the token that comes out. Throws with the sentence of a refused card. */
export async function tokenOf(page: Page, card: Card & { tokenizationUrl: string }): Promise<string> {
  await openCardForm(page, card.tokenizationUrl)
  await fillCard(page, card)
  await page.getByRole('button', { name: 'Pay' }).click()
  if (card.challenge) await answerBank(page, card.challenge)
  const refusal = frameOf(page).locator('#form-error')
  await expect
    .poll(async () => (await heardOf(page)).tokens.length > 0 || (await refusal.isVisible()))
    .toBe(true)
  const [token] = (await heardOf(page)).tokens
  if (!token) throw new Error(await refusal.innerText())
  return token
}
