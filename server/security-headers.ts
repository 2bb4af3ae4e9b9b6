import type { Config } from './config.ts'

/** Scripts, styles, fonts and calls come from this house alone, and no other page may frame it. */
const contentSecurityPolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  // The design's tokens hold small glyphs as data.
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}

/** The same on every reply, so they are written once. */
export function securityHeaders({ portalOrigin }: Config): Record<string, string> {
  const isSecure = portalOrigin.startsWith('https://')
  return {
    'content-security-policy': Object.entries(contentSecurityPolicy)
      .map((directive) => directive.join(' '))
      .join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isSecure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}
