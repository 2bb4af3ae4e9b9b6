import { useEffect, useRef } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { IdentityState } from '#contract/identity.ts'
import { fileKinds, identityFileKinds, largestFileBytes, supportedFilesText } from '#domain/files.ts'
import type { IdentityDocumentType } from '#domain/identity.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { Consent } from '../../ui/checkbox/consent.tsx'
import { Choice, Choices } from '../../ui/choice/choice.tsx'
import { FileUpload } from '../../ui/file-upload/file-upload.tsx'
import { IdIcon } from '../../ui/icon/id.tsx'
import { PassportIcon } from '../../ui/icon/passport.tsx'
import { CheckFailed } from './check-failed.tsx'
import { LicenceFields, PassportFields } from './document-fields.tsx'
import {
  cancelIdentity,
  changeDraft,
  chooseCopy,
  forgetDraft,
  submitIdentity,
  useIdentityDraft,
  type Way,
} from './identity-draft.ts'
import { identificationOf } from './typed-document.ts'
import { UploadFailed } from './upload-failed.tsx'
import '../../ui/card/card.css'

type IdentityFormProps = {
  account: Account
  state: IdentityState
  /** The way the server requires. */
  serverWay: Way
}

export function IdentityForm({ account, state, serverWay }: IdentityFormProps) {
  const { accountId } = account
  const draft = useIdentityDraft(account)
  const { document, hasConsent, file, progress } = draft
  const firstNumber = useRef<HTMLInputElement>(null)
  const way = draft.way ?? serverWay
  const isBusy = progress !== undefined
  const mayCheck = state.checksLeft > 0 && !isBusy
  /** The last thing that failed is the copy that staff declined, not a check on this page. */
  const leadsToUpload = state.rejection !== null && way === 'Upload' && draft.failedChecks === 0
  const isComplete = hasConsent && identificationOf(document) !== null && (way === 'Check' || file !== null)
  const Fields = document.kind === 'Passport' ? PassportFields : LicenceFields

  useEffect(() => () => forgetDraft(accountId), [accountId])

  function changeDocument(change: Partial<typeof document>): void {
    if (!isBusy) changeDraft(account, { document: { ...document, ...change } })
  }

  function checkAgain(): void {
    changeDraft(account, { way: 'Check', remark: undefined })
    // A typing error is the most common reason.
    firstNumber.current?.focus()
  }

  return (
    <form
      className="card identity__form stack stack--24"
      aria-label="Verify your identity"
      autoComplete="off"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete) void submitIdentity(account, way)
      }}
    >
      {state.rejection && (
        <Alert
          variant="warning"
          title="We couldn't verify your document"
          action={
            leadsToUpload &&
            mayCheck && <LinkButton onClick={checkAgain}>Check with the issuer instead</LinkButton>
          }
        >
          From our team: {state.rejection.reason}
          {leadsToUpload && ' Please enter your document again and upload another copy (.pdf, .png, .jpg).'}
        </Alert>
      )}
      {way === 'Upload' && !leadsToUpload && (
        <CheckFailed
          failedChecks={draft.failedChecks}
          remark={draft.remark}
          onCheckAgain={mayCheck ? checkAgain : undefined}
        />
      )}
      <Choices<IdentityDocumentType>
        legend="Document"
        value={document.kind}
        onChoose={(kind) => changeDocument({ kind })}
      >
        <Choice value="DriversLicense" label="Drivers licence" end={<IdIcon />} />
        <Choice value="Passport" label="Passport" end={<PassportIcon />} />
      </Choices>
      <Fields typed={document} onChange={changeDocument} isBusy={isBusy} ref={firstNumber} />
      {way === 'Upload' && (
        <FileUpload
          file={file}
          required
          caption=".pdf, .png or .jpg"
          refusal={supportedFilesText(identityFileKinds)}
          accept={identityFileKinds.flatMap((kind) => fileKinds[kind].extensions)}
          hint={`Up to ${largestFileBytes / 1024 / 1024} MB. A clear photo will do.`}
          progress={typeof progress === 'number' ? progress : undefined}
          error={draft.fileTrouble}
          onChoose={(chosen) => chooseCopy(account, chosen)}
          onRemove={
            isBusy
              ? undefined
              : () => changeDraft(account, { file: null, fileTrouble: undefined, hasUploadFailed: false })
          }
        />
      )}
      <Consent
        required
        label={state.consentText}
        isChecked={hasConsent}
        onChange={(isGiven) => {
          if (!isBusy) changeDraft(account, { hasConsent: isGiven })
        }}
      />
      {draft.hasUploadFailed && <UploadFailed />}
      <div className="identity__actions row">
        {way === 'Check' && (
          <p className="sm muted" role="status">
            {isBusy && 'Checking with the issuer…'}
          </p>
        )}
        <Button look="secondary" onClick={() => cancelIdentity(accountId)}>
          Cancel
        </Button>
        <Button type="submit" isBusy={isBusy} disabled={!isComplete && !isBusy}>
          Submit
        </Button>
      </div>
    </form>
  )
}
