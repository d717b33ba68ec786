"""Ranks passages by chains: a passage, an entity it names, a passage about or naming that entity.

After the beam retrievers (MDR, Xiong et al. 2021; Beam Retriever, Zhang et al. 2024), with linear
models over cheap features in the place of their encoders. Pure arrays, no Neo4j and no model
call; benchmarks/train_chains.py fits the weights.
"""
