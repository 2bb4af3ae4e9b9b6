import { useSettings } from '../../../session/settings.ts'

type ConsentLineProps = {
  schoolName: string
  /** What is clicked, as it is labelled; null where the wallet of a device has buttons of its own. */
  button: string | null
}

/** The consent that the payer gives by paying. */
export function ConsentLine({ schoolName, button }: ConsentLineProps) {
  const settings = useSettings()
  const deed = button === null ? 'By paying with Apple Pay or Google Pay' : `By clicking "${button}"`
  return (
    <p className="xs muted">
      {`${deed}, I authorise charging my payment amount to the provided bank account or credit card in connection with school fees owing to ${schoolName}, and I agree to the `}
      <a href={settings?.termsUrl} target="_blank" rel="noreferrer">
        Terms
      </a>
      {' and '}
      <a href={settings?.privacyUrl} target="_blank" rel="noreferrer">
        Privacy Policy
      </a>
      .
    </p>
  )
}
