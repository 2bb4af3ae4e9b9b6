import { openChat } from '../../../support/chat.ts'
import { LinkButton } from '../../../ui/button/button.tsx'
import { PhoneOrEmail } from '../../../support/phone-or-email.tsx'
import './result.css'

/** The contact line at the end of every result. */
export function HelpLine() {
  return (
    <p className="sm muted center">
      Questions? Call <PhoneOrEmail />, or <LinkButton onClick={openChat}>chat with us</LinkButton>.
    </p>
  )
}
