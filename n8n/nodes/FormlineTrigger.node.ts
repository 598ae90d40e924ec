import type {
  IDataObject,
  IHookFunctions,
  IHttpRequestMethods,
  ILoadOptionsFunctions,
  INodePropertyOptions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow';
import { isGenuine } from './signature.ts';

type Call = { readonly path: string; readonly method?: IHttpRequestMethods; readonly body?: IDataObject };

/** Calls the API with the credentials of the node. */
async function request(node: IHookFunctions | ILoadOptionsFunctions, { path, method = 'GET', body }: Call) {
  const { baseUrl } = await node.getCredentials('formlineApi');
  const url = `${String(baseUrl).replace(/\/$/, '')}${path}`;
  const options = { method, url, json: true, ...(body && { body }) };
  return node.helpers.httpRequestWithAuthentication.call(node, 'formlineApi', options);
}

const isNotFound = (error: unknown): boolean => {
  const { httpCode, response } = error as { httpCode?: string; response?: { status?: number } };
  return httpCode === '404' || response?.status === 404;
};

export class FormlineTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Formline Trigger',
    name: 'formlineTrigger',
    icon: 'file:formline.svg',
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when a response arrives or changes',
    defaults: { name: 'Formline Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: 'formlineApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Form Name or ID',
        name: 'formId',
        type: 'options',
        typeOptions: { loadOptionsMethod: 'getForms' },
        default: '',
        description:
          'The form whose events start the workflow. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
      },
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: ['response.created'],
        options: [
          { name: 'Form Abandoned', value: 'event.abandon' },
          { name: 'Form Viewed', value: 'event.view' },
          { name: 'New Response', value: 'response.created' },
          { name: 'Response Changed', value: 'response.updated' },
          { name: 'Response Erased', value: 'response.erased' },
        ],
      },
      {
        displayName: 'Include Answers',
        name: 'includeAnswers',
        type: 'boolean',
        default: true,
        description: 'Whether to include the answers. Personal, masked and encrypted ones are never included.',
      },
    ],
  };

  methods = {
    loadOptions: {
      async getForms(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
        const { items } = await request(this, { path: '/forms?limit=200' });
        const forms = items as { id: string; title: string }[];
        return [{ name: 'All Forms', value: '' }, ...forms.map(({ id, title }) => ({ name: title, value: id }))];
      },
    },
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { webhookId } = this.getWorkflowStaticData('node');
        if (webhookId === undefined) return false;
        try {
          const { url, active } = await request(this, { path: `/webhooks/${webhookId}` });
          return active && url === this.getNodeWebhookUrl('default');
        } catch (error) {
          if (isNotFound(error)) return false;
          throw error;
        }
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const events = this.getNodeParameter('events') as string[];
        const isAboutResponses = events.some(event => ['response.created', 'response.updated'].includes(event));
        const body = {
          url: this.getNodeWebhookUrl('default'),
          events,
          formId: (this.getNodeParameter('formId') as string) || null,
          includeAnswers: isAboutResponses && (this.getNodeParameter('includeAnswers') as boolean),
        };
        const { id, secret } = await request(this, { path: '/webhooks', method: 'POST', body });
        Object.assign(this.getWorkflowStaticData('node'), { webhookId: id, secret });
        return true;
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const stored = this.getWorkflowStaticData('node');
        if (stored.webhookId === undefined) return true;
        try {
          await request(this, { path: `/webhooks/${stored.webhookId}`, method: 'DELETE' });
        } catch (error) {
          if (!isNotFound(error)) return false;
        }
        delete stored.webhookId;
        delete stored.secret;
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { headers, rawBody } = this.getRequestObject() as unknown as { headers: IDataObject; rawBody: Buffer };
    const { secret } = this.getWorkflowStaticData('node');
    if (typeof secret !== 'string' || !isGenuine({ secret, headers, body: rawBody })) {
      this.getResponseObject().status(401).end();
      return { noWebhookResponse: true };
    }
    const { event } = JSON.parse(rawBody.toString('utf8'));
    const { name, timestamp, attributes } = event;
    const json = {
      // The same on every attempt, to remove duplicates by.
      deliveryId: headers['x-service-delivery'],
      event: name,
      timestamp,
      formId: attributes['form.id'],
      responseId: attributes['response.id'],
      status: attributes.status,
      answers: attributes.answers,
    } as IDataObject;
    return { workflowData: [[{ json }]] };
  }
}
