import { useStored } from '../../session/storage.ts'
import { readToken } from '../../session/token.ts'
import { lazyPart, useLazyPart } from '../../lazy-part/lazy-part.ts'
import type { ImpersonationBarProps } from './impersonation-bar.tsx'

const bar = lazyPart<ImpersonationBarProps>(() =>
  import('./impersonation-bar.tsx').then((module) => module.ImpersonationBar),
)

/** The bar is for staff who impersonate a customer. Families never load it. */
export function ImpersonationNotice() {
  const payload = readToken(useStored('token'))
  if (!payload?.impersonatorEmail) return null
  return <Notice name={payload.name} impersonatorEmail={payload.impersonatorEmail} />
}

function Notice(props: ImpersonationBarProps) {
  const Bar = useLazyPart(bar)
  return Bar ? <Bar {...props} /> : null
}
