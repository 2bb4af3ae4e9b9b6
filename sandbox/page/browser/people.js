import { ApiError, call } from './api.js'
import { announce } from './dom.js'
import { inMoney } from './money.js'
import { dayAndTime } from './time.js'

/** The demo's families, guests and staff, as the portal knows them. */
/** @type {import('../../people/directory.ts').Directory & { reason?: string }} */
export let people = { families: [], guests: [], staff: [], portalUrl: '' }
let byAddress = new Map()
let byAccount = new Map()
const listeners = []

export const onPeople = (listener) => listeners.push(listener)

export async function loadPeople() {
  const isFirst = byAddress.size === 0
  people = await call('GET', '/people')
  byAddress = new Map(
    [...people.staff, ...people.families]
      .flatMap((person) => [person.email, person.mobile].map((address) => [plain(address), person]))
      .filter(([address]) => address !== ''),
  )
  byAccount = new Map(people.families.flatMap((family) => family.accounts.map(({ id }) => [id, family])))
  for (const listener of listeners) listener(isFirst)
}

const plain = (address) => (address ?? '').toLowerCase().replaceAll(/[^\w@.-]/g, '')

/** Whom a message went to; several recipients of one mail are separated by a comma. */
export const recipientOf = (to) => byAddress.get(plain(to.split(',')[0]))

export function ownerOf(accountId) {
  const family = byAccount.get(accountId)
  return family && { family, account: family.accounts.find(({ id }) => id === accountId) }
}

export const messagesOf = ({ email }) => `#inbox?${new URLSearchParams({ words: email })}`
export const paymentsOf = ({ region, name }) =>
  `#payments?${new URLSearchParams({ words: name, account: region })}`

/** Every account with a next payment after a moment, the soonest first. */
export function nextPayments(after) {
  return people.families
    .flatMap((family) => family.accounts.map((account) => ({ family, account, next: account.nextPayment })))
    .filter(({ next }) => next && Date.parse(next.at) > after)
    .sort((a, b) => Date.parse(a.next.at) - Date.parse(b.next.at))
}

/** When, and how much by which method. */
export const nextInWords = ({ at, amountMinor, currency, method }, region) => [
  dayAndTime(at, region),
  `${inMoney(amountMinor, currency)} · ${method}`,
]

/** Fills a choice again and keeps what is chosen; at first that is `preferred`, or the first option. */
export function fillChoice(select, options, preferred = options[0]?.[0]) {
  const before = select.options.length > 0 ? select.value : undefined
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value)))
  select.value = options.some(([value]) => value === before) ? before : preferred
}

/**
 * Opens the portal for somebody. The tab opens at once, because browsers block one that opens after an answer;
 * it goes to the address when that is known, and closes if there is none.
 */
export async function openPortal(path, wish, say) {
  const tab = window.open('', '_blank')
  say('Asking the portal for the code …', false)
  try {
    const { url } = await call('POST', path, wish)
    if (!tab) throw new ApiError('The browser did not open a new tab. Allow pop-ups for this page.')
    tab.opener = null
    tab.location.replace(url)
    say('Opened in a new tab.', false)
    announce('Opened in a new tab')
  } catch (error) {
    tab?.close()
    say(error.message, true)
  }
}

export const logIn = ({ email }, say) => openPortal('/log-in', { email }, say)
