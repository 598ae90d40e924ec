/** The one account of the local cloud: what its services accept and its functions are given. */
export const account = '000000000000';
export const region = 'us-east-1';
export const accessKeyId = 'local';
export const secretAccessKey = 'local';
