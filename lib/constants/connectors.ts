/** The data connectors, by the id that a datasource stores as its source type. */
export const connectors = {
  onedrive: "OneDrive",
  google_drive: "Google Drive",
  postgres: "Postgres",
  hubspot: "HubSpot",
  bigquery: "Google BigQuery",
  airtable: "Airtable",
  notion: "Notion",
} as const;

export type ConnectorId = keyof typeof connectors;
export const connectorIds = Object.keys(connectors) as readonly ConnectorId[];

export const isConnectorId = (id: string): id is ConnectorId => Object.hasOwn(connectors, id);
