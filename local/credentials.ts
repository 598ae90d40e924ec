/** The only account of the local cloud. Its services accept it, and its functions get it. */
export const account = '000000000000';
export const region = 'us-east-1';
export const accessKeyId = 'local';
export const secretAccessKey = 'local';
