import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { CopyField } from '../../../ui/copy-field/copy-field.tsx'

/** Shown once. Who leaves without keeping them can make new ones, with the app. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <Card title="Your recovery codes">
      <div className="stack stack--14">
        <Alert variant="warning" title="Save these codes now: they are not shown again">
          Each code works once, when you do not have your app. Keep them separate from your phone.
        </Alert>
        <ul className="recovery-codes" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyField label="All codes" value={`${codes.length} codes`} copied={codes.join('\n')} />
        <div className="row">
          <Button onClick={onKept}>I have saved them</Button>
        </div>
      </div>
    </Card>
  )
}
