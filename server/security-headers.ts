import type { Config } from './config.ts'

type Origins = Pick<Config, 'portalOrigin' | 'cardFrame' | 'stripeJsUrl'>

/** Where the card processor's script, its frames and its calls come from: from itself, or from the sandbox. */
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

/** Scripts, styles, fonts and calls come from this house and the card processor, and no other page may frame it. */
function portalPolicy(config: Origins) {
  const stripe = stripeSources(config)
  return {
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
}

/** The page in which a card is typed may stand in the portal alone. */
function cardFramePolicy(config: Origins) {
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

/** The same on every reply of the portal, so they are written once. */
export function securityHeaders(config: Origins): Record<string, string> {
  return {
    ...headersOf(config.portalOrigin, portalPolicy(config)),
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
  }
}

export function cardFrameHeaders(config: Origins): Record<string, string> {
  return headersOf(config.cardFrame.origin, cardFramePolicy(config))
}

function headersOf(origin: string, policy: Record<string, string>): Record<string, string> {
  return {
    'content-security-policy': Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources.trim()}`)
      .join('; '),
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(origin.startsWith('https://') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
}
