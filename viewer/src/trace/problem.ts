/** What is wrong with a trace, as a sentence for people. */
export class TraceProblem extends Error {}
