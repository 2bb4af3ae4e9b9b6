import type { Settings, settings } from '#contract/settings.ts'
import { flagsFor } from '#domain/environment.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../http.ts'

export function settingsOf(config: Config): Settings {
  return {
    environment: config.environment,
    support: config.support,
    termsUrl: config.termsUrl,
    privacyUrl: config.privacyUrl,
    flags: flagsFor(config.environment, { hideStatements: config.hideStatements }),
    sandboxUrl: config.sandboxUrl ?? null,
  }
}

export function settingsRoutes({ config }: Deps): Handlers<typeof settings> {
  return { 'GET /api/settings': async () => settingsOf(config) }
}
