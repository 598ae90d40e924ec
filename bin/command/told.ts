/** An error whose message is for whoever runs the command: it is printed without its stack. */
export class Told extends Error {}
