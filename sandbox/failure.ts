/** What stops the sandbox and a person can put right. Its message is all that is printed about it. */
export class SandboxFailure extends Error {}

/** As the server does it, of which the sandbox knows nothing. A fault in our code is printed with its stack. */
export function failInSentences(): void {
  process.once('uncaughtException', (error) => {
    process.stderr.write(`${error instanceof SandboxFailure ? error.message : error.stack}\n`)
    process.exit(1)
  })
}
