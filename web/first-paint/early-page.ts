import type { FirstPaint } from './first-paint.ts'
import { storageKeys } from '../session/storage-keys.ts'

/*
 * The last script in every page, after what is drawn. It fills in names as soon as a reply tells them, and says so when
 * the portal itself cannot load.
 */

type Facts = Record<string, unknown>

const create = document.createElement.bind(document)

const root = document.getElementById('root')
/** Empty in a page that is not drawn. */
const { whom, styles = [] } = JSON.parse(
  document.getElementById('first-paint')?.textContent ?? '{}',
) as Partial<FirstPaint>
/** Of the drawn page alone: what the portal renders in its place fills itself. */
const slots = [...(root?.querySelectorAll<HTMLElement>('[data-early]') ?? [])]
const facts: Facts = {}

// Without a session the portal leads to the log-in: the page behind it must not show.
if (whom === 'customer' && globalThis.earlyReplies?.size === 0) root?.replaceChildren()
globalThis.earlyReplies?.forEach(({ reply }) => void reply.then(show).catch(() => {}))
for (const name of styles) nameStyles(name)
addEventListener('error', ({ target }) => sayIfFailed(target), true)

async function show(reply: Response): Promise<void> {
  if (!reply.ok) return
  // The portal reads the reply itself.
  const data = (await reply.clone().json()) as Facts | Facts[]
  const accountId = localStorage.getItem(storageKeys.accountId)
  Object.assign(facts, Array.isArray(data) ? data.find((each) => each['accountId'] === accountId) : data)
  for (const slot of slots) fill(slot)
}

/** Writes "Hi {firstName}" once all names in it are known. */
function fill(slot: HTMLElement): void {
  let isComplete = true
  const text = slot.dataset['early']?.replace(/\{([\w.]+)\}/g, (_, field: string) => {
    const value = field.split('.').reduce<unknown>((part, name) => (part as Facts | undefined)?.[name], facts)
    isComplete &&= typeof value === 'string'
    return String(value)
  })
  if (isComplete) slot.textContent = text ?? ''
}

/** A bundle loads the style sheets that the page does not name. Those inside the page are named, and not loaded. */
function nameStyles(name: string): void {
  const link = create('link')
  link.setAttribute('disabled', '')
  link.rel = 'stylesheet'
  link.setAttribute('href', name)
  document.head.append(link)
}

/** Blocked, or lost on the way: without its script the page would wait for ever. */
function sayIfFailed(target: EventTarget | null): void {
  if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return
  const [message, heading, advice, again] = [create('main'), create('h1'), create('p'), create('a')]
  message.className = 'start-failed'
  heading.textContent = 'Larkwell could not load'
  again.href = location.href
  again.textContent = 'reload this page'
  advice.role = 'alert'
  advice.append('Check your connection, then ', again, '.')
  message.append(heading, advice)
  root?.replaceChildren(message)
  root?.removeAttribute('data-drawn')
}
