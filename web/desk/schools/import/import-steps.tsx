import '../../../ui/steps/steps.css'

/** Where one is: the file, the dry run, the writing. */
export function ImportSteps({ step, isPreview }: { step: 1 | 2 | 3 | 4; isPreview: boolean }) {
  const names = ['File', 'Dry run', isPreview ? 'Preview' : 'Import']
  return (
    <ol className="steps">
      {names.map((name, at) => (
        <li
          key={name}
          className={step > at + 1 ? 'is-done' : undefined}
          aria-current={step === at + 1 ? 'step' : undefined}
        >
          {at + 1}. {name}
        </li>
      ))}
    </ol>
  )
}
