import type { Settings, settings } from '#contract/settings.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../http/http.ts'
import { companySettings } from './company-settings.ts'

export async function readSettings(deps: Pick<Deps, 'config' | 'db'>): Promise<Settings> {
  const { support, termsUrl, fundedTermsUrl, privacyUrl, flags } = await companySettings(deps)
  const { environment, tracking, sandboxUrl = null } = deps.config
  return {
    environment,
    support,
    termsUrl,
    fundedTermsUrl,
    privacyUrl,
    flags,
    ...tracking,
    sandboxUrl,
  }
}

export function settingsRoutes(deps: Deps): Handlers<typeof settings> {
  return { 'GET /api/settings': () => readSettings(deps) }
}
