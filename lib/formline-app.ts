import { App, type AppProps, type StackProps, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import type { Contracts } from '../shared/contracts/contract.ts';
import { ApiStack } from './api-stack.ts';
import { type Config, readConfig } from './config.ts';
import { SingleLookupSynthesizer } from './constructs/single-lookup-synthesizer.ts';
import { DataStack } from './data-stack.ts';
import { DeliveryStack } from './delivery-stack.ts';
import { MonitoringStack } from './monitoring-stack.ts';
import type { StageFile } from './stage-file.ts';
import { WebStack } from './web-stack.ts';

export type FormlineAppProps = AppProps & {
  readonly contracts: Contracts;
  readonly bundlesDirectory: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Returns the file of a stage, if any. */
  readonly fileOf?: ((stage: string) => StageFile) | undefined;
  /** Whether cdk-nag checks the result. Its findings fail the synthesis. */
  readonly checked: boolean;
};

/** Leaves out what is in no template: copies of the code, the tree of constructs, and where each was made. */
export const onlyTemplates = {
  treeMetadata: false,
  stackTraces: false,
  context: { 'aws:cdk:disable-asset-staging': true, 'aws:cdk:disable-creation-stack-traces': true },
} satisfies AppProps;

/** One deployment of the service: four or five stacks. Only the first has data that can't be recreated. */
export class FormlineApp extends App {
  readonly config: Config;
  readonly data: DataStack;
  readonly api: ApiStack;
  readonly delivery: DeliveryStack;
  readonly monitoring: MonitoringStack;
  /** Set with `WEB_DOMAIN`. */
  readonly web?: WebStack;

  constructor({ contracts, bundlesDirectory, environment, fileOf, checked, ...props }: FormlineAppProps) {
    super({ analyticsReporting: false, ...props });
    const config = readConfig(environment, this.node.getAllContext(), { fileOf });
    const id = (part: string) => `Formline-${config.stage}-${part}`;
    const described = (description: string): StackProps => ({
      description: `Formline, ${config.stage}: ${description}`,
      tags: { 'formline:stage': config.stage },
      // Indentation would be a third of the API's template, and CloudFormation allows one million bytes.
      suppressTemplateIndentation: true,
      synthesizer: new SingleLookupSynthesizer(),
    });
    const common = { config, bundlesDirectory };

    this.config = config;
    this.data = new DataStack(this, id('Data'), { ...described('the table and the buckets'), config });
    this.api = new ApiStack(this, id('Api'), {
      ...described('the REST API and its functions'),
      ...common,
      contracts,
      data: this.data,
    });
    this.delivery = new DeliveryStack(this, id('Delivery'), {
      ...described('streams, queues, schedules and their functions'),
      ...common,
      data: this.data,
    });
    this.monitoring = new MonitoringStack(this, id('Monitoring'), { ...described('alarms'), config, watched: this });

    if (config.web) {
      const { web } = config;
      const { stage } = config;
      this.web = new WebStack(this, id('Web'), { ...described('the distribution'), web, stage, api: this.api });
    }

    if (checked) Validations.of(this).addPlugins(new AwsSolutionsChecks(this), new ServerlessChecks(this));
  }
}
