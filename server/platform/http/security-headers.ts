import type { Config } from '../config.ts'

type Origins = Pick<Config, 'portalOrigin' | 'cardFrame' | 'stripeJsUrl' | 'tracking'>
type Policy = Record<string, string>

/** The origins of the card processor's script, frames and calls: its own, or the sandbox. */
function stripeSources({ stripeJsUrl }: Origins) {
  const origin = stripeJsUrl && new URL(stripeJsUrl).origin
  return origin
    ? { script: origin, frames: origin, calls: '' }
    : {
        script: 'https://js.stripe.com',
        frames: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
        calls: 'https://api.stripe.com',
      }
}

/** The sources that Intercom requires, as far as a chat needs them. Its widget writes inline styles into the page. */
const intercom: Policy = {
  'script-src': 'https://widget.intercom.io https://js.intercomcdn.com',
  'style-src': "'unsafe-inline'",
  'connect-src': [
    'https://*.intercom.io wss://*.intercom.io https://*.intercom-messenger.com wss://*.intercom-messenger.com',
    'https://*.intercomcdn.com https://*.intercomcdn.eu https://uploads.intercomusercontent.com',
  ].join(' '),
  'img-src': [
    'blob: https://*.intercom.io https://*.intercomcdn.com https://*.intercomcdn.eu',
    'https://static.intercomassets.com https://*.intercomusercontent.com',
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `https://*.intercom-attachments-${number}.com`),
  ].join(' '),
  'font-src': 'https://js.intercomcdn.com https://fonts.intercomcdn.com',
  'media-src': 'https://js.intercomcdn.com https://downloads.intercomcdn.com',
  'frame-src': 'https://intercom-sheets.com https://www.intercom-reporting.com',
  'form-action': 'https://intercom.help https://*.intercom.io',
}

/** Hashes of the page's own inline scripts and styles, so that no other inline code runs. */
export type Inline = { scripts: string[]; styles: string[] }
type Page = { isForCards: boolean; inline?: Inline }

/**
 * Third parties for chat and error reports, only if the installation configures them. None may load a script near a
 * card.
 */
function outsideSources(
  { tracking: { chatAppId, errorReportUrl } }: Origins,
  { isForCards }: Page,
): Policy[] {
  return [
    ...(chatAppId === null || isForCards ? [] : [intercom]),
    ...(errorReportUrl === null ? [] : [{ 'connect-src': new URL(errorReportUrl).origin }]),
  ]
}

function widened(policy: Policy, more: Policy): Policy {
  const added = Object.entries(more).map(([directive, sources]) => [
    directive,
    `${policy[directive] ?? ''} ${sources}`.trim(),
  ])
  return { ...policy, ...Object.fromEntries(added) }
}

/**
 * Scripts, styles, fonts and calls come only from Larkwell and the card processor, and no other page may frame the
 * portal.
 */
function portalPolicy(config: Origins, page: Page): Policy {
  const stripe = stripeSources(config)
  const own: Policy = {
    'default-src': "'none'",
    'script-src': `'self' ${stripe.script}`,
    'style-src': "'self'",
    // The design's tokens hold small glyphs as data.
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': `'self' ${stripe.calls}`,
    'frame-src': `${config.cardFrame.origin} ${stripe.frames}`,
    'manifest-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  }
  const policy = outsideSources(config, page).reduce(widened, own)
  return page.inline ? withInline(policy, page.inline) : policy
}

function withInline(policy: Policy, { scripts, styles }: Inline): Policy {
  // Next to a hash, "unsafe-inline" would be ignored.
  const allowsStyles = policy['style-src']?.includes("'unsafe-inline'") ?? false
  return widened(policy, {
    'script-src': scripts.join(' '),
    ...(!allowsStyles && { 'style-src': styles.join(' ') }),
  })
}

/** Only the portal may frame the page in which a card is typed, and no third party is allowed in it. */
function cardFramePolicy(config: Origins): Policy {
  const stripe = stripeSources(config)
  return {
    'default-src': "'none'",
    'script-src': `'self' ${stripe.script}`,
    'style-src': "'self'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': `'self' ${stripe.calls}`,
    'frame-src': stripe.frames,
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': config.portalOrigin,
  }
}

const nothingAllowed: Policy = {
  'default-src': "'none'",
  'form-action': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}

/** For replies to calls instead of the portal's long policy: they are not pages, so they load nothing. */
export const callHeaders = { 'content-security-policy': textOf(nothingAllowed) }

/**
 * For the API reference, whose renderer writes styles into the page as it is used. Scripts, fonts and calls come only
 * from Larkwell, and neither the card processor nor a third party is allowed.
 */
export const referenceHeaders = {
  'content-security-policy': textOf({
    ...nothingAllowed,
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
  }),
}

/**
 * For the staff desk. Images may be blobs, because documents of families are drawn from memory; PDFs are read by the
 * desk's own worker, and a mail is shown in the desk's own frame. No third party is allowed.
 */
export const deskHeaders = {
  'content-security-policy': textOf({
    ...nothingAllowed,
    'script-src': "'self'",
    'worker-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    // The empty page into which a mail is written: `mailFrameHeaders`.
    'frame-src': "'self'",
  }),
  'x-robots-tag': 'noindex',
}

/**
 * For the empty page in the desk that shows a mail as it looked. A mail has inline styles; none of its scripts run,
 * nothing is sent or fetched, and only the desk may frame it.
 */
export const mailFrameHeaders = {
  'content-security-policy': textOf({
    ...nothingAllowed,
    'style-src': "'unsafe-inline'",
    'img-src': 'data:',
    'frame-ancestors': "'self'",
  }),
  'x-frame-options': 'SAMEORIGIN',
  'x-robots-tag': 'noindex',
}

/** The headers of every reply of the portal, computed once. */
export function securityHeaders(config: Origins): Record<string, string> {
  return {
    ...headersOf(config.portalOrigin, portalPolicy(config, { isForCards: false })),
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
  }
}

/** Replaces the general policy for a page of the portal. */
export function pageHeaders(config: Origins, page: Page): Record<string, string> {
  return { 'content-security-policy': textOf(portalPolicy(config, page)) }
}

export function cardFrameHeaders(config: Origins): Record<string, string> {
  return headersOf(config.cardFrame.origin, cardFramePolicy(config))
}

function headersOf(origin: string, policy: Policy): Record<string, string> {
  return {
    'content-security-policy': textOf(policy),
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(origin.startsWith('https://') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
}

function textOf(policy: Policy): string {
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.trim()}`)
    .join('; ')
}
