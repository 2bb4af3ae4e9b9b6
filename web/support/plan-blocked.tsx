import { Alert } from '../ui/alert/alert.tsx'
import { PhoneOrEmail } from './phone-or-email.tsx'

/** Staff must act before the plan can change. */
export function PlanBlocked() {
  return (
    <Alert variant="error" title="Please contact us to review your payment plan">
      Call <PhoneOrEmail />.
    </Alert>
  )
}
