import { Alert } from './alert.tsx'
import { PhoneLink } from '../phone-link/phone-link.tsx'

/** Staff must act before the plan can change. */
export function PlanBlocked({ support: { phone, email } }: { support: { phone: string; email: string } }) {
  return (
    <Alert variant="error" title="Please contact us to review your payment plan">
      Call <PhoneLink phone={phone} /> or email <a href={`mailto:${email}`}>{email}</a>.
    </Alert>
  )
}
