/** `npm test -- --long` repeats more: what costs minutes and rarely finds more than the short form does. */
export const isLong = process.env['LONG'] === '1'
