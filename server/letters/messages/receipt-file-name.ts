/** The same for the file that is downloaded and the one in the mail. */
export function receiptFileName({ reference }: { reference: string }): string {
  return `Larkwell receipt ${reference}.pdf`
}
