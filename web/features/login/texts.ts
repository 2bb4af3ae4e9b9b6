export const sendFailed = 'Something went wrong. Please try again in a few moments.'
export const linkFailed = 'Something went wrong logging you in, please try again later.'
export const wrongCode = 'Invalid code. Please try again.'
export const fieldRequired = 'Field is required'
export const notAnEmail = 'Please enter a valid email address.'
export const signUpNote = "Once you log in you'll be taken to set up your payment schedule."
