/** A shape of a mark, in the order in which they are drawn. */
export type BrandShape = { d: string; fill: string }

const blue = '#1434cb'
const amexBlue = '#006fcf'
const white = '#ffffff'

const disc = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0z`

/** The marks of the card schemes, on a white tile of 36 by 24 in every colour scheme, as their owners ask for. */
export const brandShapes: Record<'visa' | 'mastercard' | 'amex', BrandShape[]> = {
  visa: [
    {
      fill: blue,
      d: 'M15.11 8.45 11.44 17.2H9.05L7.24 10.22c-.11-.43-.2-.59-.54-.77-.54-.29-1.44-.57-2.23-.74l.05-.26h3.85c.49 0 .93.33 1.04.9l.95 5.06 2.36-5.96zm9.37 5.89c.01-2.31-3.19-2.44-3.17-3.47.01-.31.31-.65.96-.73.32-.04 1.21-.08 2.23.39l.4-1.85a6.1 6.1 0 0 0-2.12-.39c-2.23 0-3.81 1.19-3.82 2.89-.01 1.26 1.13 1.96 1.98 2.38.88.43 1.18.7 1.17 1.09 0 .59-.7.85-1.35.86-1.14.02-1.8-.31-2.33-.55l-.41 1.91c.53.24 1.51.46 2.52.47 2.37-.01 3.93-1.18 3.94-3zm5.9 2.86h2.09l-1.82-8.75h-1.93c-.43 0-.8.25-.96.65l-3.4 8.1h2.38l.47-1.31h2.9zm-2.52-3.1 1.19-3.28.69 3.28zm-9.52-5.65-1.87 8.75h-2.26l1.87-8.75z',
    },
  ],
  mastercard: [
    { fill: '#eb001b', d: disc(13.6, 12, 7.2) },
    { fill: '#f79e1b', d: disc(22.4, 12, 7.2) },
    { fill: '#ff5f00', d: 'M18 6.3a7.2 7.2 0 0 1 0 11.4a7.2 7.2 0 0 1 0-11.4z' },
  ],
  amex: [
    { fill: amexBlue, d: 'M0 0h36v24H0z' },
    {
      fill: white,
      d: 'M7.14 8.28L4.3 15.72H6.11L6.62 14.25H9.46L9.98 15.72H11.87L9.03 8.28zM8 10.33L8.86 12.78H7.14zM12.21 15.72V8.28H14.53L16.17 12.69L17.8 8.28H20.12V15.72H18.58V10.63L16.77 15.72H15.48L13.67 10.63V15.72zM21.16 15.72V8.28H25.97V9.84H22.7V11.22H25.89V12.69H22.7V14.16H25.97V15.72zM26.14 15.72L28.04 11.9L26.23 8.28H27.86L28.98 10.63L30.1 8.28H31.73L29.84 11.9L31.73 15.72H30.1L28.9 13.27L27.69 15.72z',
    },
  ],
}
