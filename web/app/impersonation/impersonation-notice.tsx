import { useStored } from '../../session/storage.ts'
import { readToken } from '../../session/token.ts'
import { ImpersonationBar } from './impersonation-bar.tsx'

/** The bar is for staff who impersonate a customer. */
export function ImpersonationNotice() {
  const payload = readToken(useStored('token'))
  if (!payload?.impersonatorEmail) return null
  return <ImpersonationBar name={payload.name} impersonatorEmail={payload.impersonatorEmail} />
}
