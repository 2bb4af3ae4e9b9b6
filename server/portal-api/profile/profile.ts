import type { Profile } from '#contract/profile.ts'
import { formatMobile } from '#domain/profile.ts'
import { orNotFound } from '#domain/refusal.ts'
import type { Db } from '../../platform/database/open.ts'
import { findProfile } from './profile.store.ts'

export async function readProfile({ db }: { db: Db }, customerId: string): Promise<Profile> {
  const row = orNotFound(await findProfile(db, customerId))
  const { mobile, region, ...profile } = row
  return { ...profile, mobilePhone: mobile && formatMobile(mobile, region) }
}
