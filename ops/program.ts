/** How the command line is called, in everything it says about itself. */
export const program = 'npm run ops --'
